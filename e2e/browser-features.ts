/**
 * Chromium loads two pages for address bar suggestions into every window. They cost as much as the pages
 * of a test, and no test types an address.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process kept ready for the next page costs a tenth of the run: each test has pages of its own. */
const SPARE = 'SpareRendererForSitePerProcess';

/** Only the last --disable-features counts, so ours has to repeat Playwright's. */
const PLAYWRIGHTS = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

export const disableFeatures = `--disable-features=${[...PLAYWRIGHTS, ...SUGGESTIONS, SPARE].join(',')}`;
