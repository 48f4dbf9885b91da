/** Another backup is being made in the same folder, by this process or another. */
export class BackupUnderWay extends Error {}

/** A disk that hangs, as a network disk whose server is gone. The message is for the operator. */
export class DiskSilent extends Error {}
