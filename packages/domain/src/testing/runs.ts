/** FC_RUNS sets the number of runs of each property; FC_SEED repeats a run whose seed was printed. */
export const runs = {
  numRuns: Number(process.env.FC_RUNS ?? 3_000),
  seed: Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31)),
};

console.log(`Properties: FC_RUNS=${runs.numRuns} FC_SEED=${runs.seed}`);
