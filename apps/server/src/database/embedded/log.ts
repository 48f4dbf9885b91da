/** Where the supervisor tells a person what it does; messages are Portuguese sentences. */
export type Log = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
