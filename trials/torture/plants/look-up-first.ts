// Loaded before a server that decides by reading whether a key has its sale, as many servers do.
import { INSERT_ALWAYS, replaceSource } from './replace-source.ts';

replaceSource(INSERT_ALWAYS);
