import manifest from '../../package.json' with { type: 'json' };

export const BALCAO_VERSION: string = manifest.version;
