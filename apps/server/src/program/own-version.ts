import { ownVersion } from '../../../../scripts/steps/own-version.mjs';

/** Read once: what runs is what the folder held at the start. */
export const OWN_VERSION = ownVersion();
