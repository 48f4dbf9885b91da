/**
 * How often a property is tried, and with which random numbers: FC_RUNS raises the one, FC_SEED repeats
 * the other. The seed is printed so that a failure elsewhere can be had here.
 */
export const runs = {
  numRuns: Number(process.env.FC_RUNS ?? 10_000),
  seed: Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31)),
};

console.log(`Properties: FC_RUNS=${runs.numRuns} FC_SEED=${runs.seed}`);
