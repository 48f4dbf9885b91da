/** What is known of a backup before its first byte is copied; the head of its file. */
export type BackupFacts = {
  takenAt: string;
  /** Of PostgreSQL, as in "18": only programs of the same one can open the copy. */
  postgresMajor: string;
  /** `embedded`, or `server` where the copy comes from the PostgreSQL of DATABASE_URL. */
  source: 'embedded' | 'server';
  database: string;
  /** Names of the migrations that had been made. */
  schema: string[];
  /** Sales that are not deleted, and what they come to. */
  sales: number;
  totalCents: number;
  ledger: LedgerFacts[];
};

/**
 * The rows of a table that had been committed when the backup began, and never change: in the restored
 * copy they have to be the same to the letter.
 */
export type LedgerFacts = {
  table: string;
  columns: string[];
  /** The column that names the row, or the row that it is a part of. */
  key: string;
  upTo: number;
  /** Keys below `upTo` that were not there: taken by nobody, or by a transaction still under way. */
  missing: number[];
  rows: number;
  /** Sum of a hash of each row, whatever their order. */
  checksum: string;
};
