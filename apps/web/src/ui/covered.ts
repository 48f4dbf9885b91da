import { createContext } from 'react';

/** Whether the cover of an unused screen hides this page. */
export const CoveredContext = createContext(false);

/** The same for what is no part of the page's tree. */
export const isCoverThere = (): boolean => document.querySelector('[data-cover]') !== null;
