import { createContext } from 'react';

/** Whether the cover of an unused screen hides this page. */
export const CoveredContext = createContext(false);
