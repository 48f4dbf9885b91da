/** A start that would fail the same way again: not tried a second time. */
export class HopelessStart extends Error {}
