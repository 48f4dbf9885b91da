/** How long a page that the specification names waits for a call of ours before it goes on without it. */
export const IN_TIME_MS = 1000;

/**
 * Resolves with the answer of a call of ours, or with `without` if the call fails or takes more than a second. `late`
 * gets an answer that comes after that.
 */
export function inTime<T>(
  answer: Promise<T>,
  without: T,
  late: (answer: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve) => {
    let waits = true;
    const goOn = (value: T) => {
      waits = false;
      clearTimeout(timer);
      resolve(value);
    };
    const timer = setTimeout(goOn, IN_TIME_MS, without);
    answer.then(
      (value) => (waits ? goOn(value) : late(value)),
      (error) => {
        console.error('What a page can go without could not be loaded', error);
        goOn(without);
      },
    );
  });
}
