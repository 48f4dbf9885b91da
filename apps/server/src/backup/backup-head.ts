/** What a backup says about itself before its first row: the head of its file. */
export type BackupHead = {
  /** ISO 8601. */
  takenAt: string;
  /** Of the shop, for ever: tells its backups from those of another shop. */
  shopId: string;
  /** Versions of Balcão and of the PostgreSQL that it was taken with. They only inform. */
  balcao: string;
  postgres: string;
  /** Names of the migrations that had been applied, in order. */
  migrations: string[];
  tables: TableHead[];
  /** The last number that each sequence has given; one that has given none is left out. */
  sequences: { name: string; last: number }[];
  books: Books;
};

export type TableHead = { name: string; columns: string[]; rows: number };

/** Sums over the books, in centavos. */
export type Books = {
  /** Sales that are not deleted, and their total. */
  sales: number;
  totalCents: number;
  /** Of all sales, deleted ones included. */
  itemsCents: number;
  netCents: number;
  closingsCents: number;
};
