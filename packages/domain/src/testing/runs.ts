/** FC_RUNS sets the number of runs of each property, whose seed is then a random one; FC_SEED sets the seed. */
const { FC_RUNS, FC_SEED } = process.env;
const seedOfTests = 20261123;

export const runs = {
  numRuns: Number(FC_RUNS ?? 3_000),
  seed: Number(FC_SEED ?? (FC_RUNS ? Math.floor(Math.random() * 2 ** 31) : seedOfTests)),
};

console.log(`Properties: FC_RUNS=${runs.numRuns} FC_SEED=${runs.seed}`);
