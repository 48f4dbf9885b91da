/*
 * Inter is brought along (one file of 48 kB), so that figures have one width on every computer. Style sheets name
 * colours by their use, defined here once for both schemes; fixed shades are only in papers, which are always light
 * (print-in-light.ts). A new colour needs a name and two values, and axe checks every page in both schemes.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/**
 * White text on shade 7 of every colour has a contrast of at least 4.5:1, and so do gray 5 and 6
 * (placeholders, dimmed text) on white, unlike in Mantine's palettes. Gray 4 (edges of fields) has 3:1.
 */
const colors = {
  petrol: palette(
    '#eef6f7 #d8eaec #b2d6da #86bec5 #5aa4ad #36898f #1d7179 #0f5a63 #0b4a52 #083a41',
  ),
  gray: palette('#f8f9fa #f1f3f5 #e5e9ec #d5dbe0 #87929c #67727d #55606a #424c55 #2e363d #1b2126'),
  green: palette('#ecf8f0 #d3eedb #a8dcb9 #79c894 #4fb473 #2f9c57 #228547 #187038 #125c2d #0c4722'),
  blue: palette('#edf4fd #d6e5f9 #aecbf2 #82aeea #5a93e0 #3a7bd2 #2a69bf #1f58a8 #184789 #11366a'),
  red: palette('#fdf0ef #fadcd9 #f4b7b1 #ec8d85 #e2655b #d4473c #bd3329 #a8281f #8a1f18 #6b1712'),
  // The shades of the dark theme, from text over the edges of fields (3:1) to the page.
  dark: palette('#e3e8ec #c5cdd4 #a7b1ba #8b97a1 #6c7883 #3a444c #283037 #1e252a #161b1f #101417'),
};

/** The ten shades of a colour, from the lightest. */
function palette(shades: string): MantineColorsTuple {
  return shades.split(' ') as unknown as MantineColorsTuple;
}

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors,
  black: '#1b2126',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif",
  headings: { fontWeight: '650' },
  // Of labels, and of every button but the filled one (theme.css).
  fontWeights: { medium: '500' },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Fechar' },
        // Its <header> would be a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Menu: { defaultProps: { shadow: 'md' } },
    // Said, so that style sheets find it.
    Button: { defaultProps: { variant: 'filled' } },
  },
});

/** Colours that our style sheets name by their use, besides Mantine's own (body, dimmed, -text, -filled). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page': 'var(--mantine-color-gray-1)',
    '--surface-quiet': 'var(--mantine-color-gray-1)',
    '--surface-accent': 'var(--mantine-color-petrol-0)',
    '--glow': 'var(--mantine-color-petrol-1)',
    '--hairline': 'var(--mantine-color-gray-3)',
    // Mantine's own is pale beside a filled button.
    '--mantine-color-red-light': '#f9d0cb',
    // Mantine's own is hardly blue.
    '--mantine-color-blue-light': '#c9dcf7',
    '--mantine-color-blue-light-hover': '#bbd3f5',
    '--warning-surface': '#fff6dd',
    '--warning-edge': '#ecd594',
    '--warning-text': '#7a4a00',
    // Of icons: Mantine's own is nearly black.
    '--mantine-color-red-light-color': 'var(--mantine-color-red-7)',
  },
  dark: {
    '--page': 'var(--mantine-color-dark-8)',
    '--surface-quiet': 'var(--mantine-color-dark-6)',
    '--surface-accent': '#153338',
    '--glow': '#1c4248',
    '--hairline': 'var(--mantine-color-dark-5)',
    '--warning-surface': '#3a2f12',
    '--warning-edge': '#6b5620',
    '--warning-text': '#f2cf7a',
    // Mantine's own hardly differs from the page.
    '--mantine-color-petrol-light': '#1c4248',
    '--mantine-color-petrol-light-hover': '#214b52',
    '--mantine-color-blue-light': '#1d3557',
    '--mantine-color-blue-light-hover': '#234068',
    // Mantine's own are too dark for small text.
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-red-text': 'var(--mantine-color-red-3)',
    // Of icons: Mantine's own is nearly white.
    '--mantine-color-red-light-color': 'var(--mantine-color-red-3)',
  },
});
