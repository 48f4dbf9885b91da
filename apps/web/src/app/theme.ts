import { createTheme, type MantineColorsTuple } from '@mantine/core';

/**
 * Shade 7 of every colour carries white text at 4.5:1 or more, and gray 5 and 6 (placeholders, dimmed
 * text) the same on white; Mantine's own palettes do not. Gray 4 draws the edges of fields at 3:1.
 */
const petrol: MantineColorsTuple = [
  '#eef6f7',
  '#d8eaec',
  '#b2d6da',
  '#86bec5',
  '#5aa4ad',
  '#36898f',
  '#1d7179',
  '#0f5a63',
  '#0b4a52',
  '#083a41',
];
const gray: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f3f5',
  '#e5e9ec',
  '#d5dbe0',
  '#87929c',
  '#67727d',
  '#55606a',
  '#424c55',
  '#2e363d',
  '#1b2126',
];
const green: MantineColorsTuple = [
  '#ecf8f0',
  '#d3eedb',
  '#a8dcb9',
  '#79c894',
  '#4fb473',
  '#2f9c57',
  '#228547',
  '#187038',
  '#125c2d',
  '#0c4722',
];
const blue: MantineColorsTuple = [
  '#edf4fd',
  '#d6e5f9',
  '#aecbf2',
  '#82aeea',
  '#5a93e0',
  '#3a7bd2',
  '#2a69bf',
  '#1f58a8',
  '#184789',
  '#11366a',
];
const red: MantineColorsTuple = [
  '#fdf0ef',
  '#fadcd9',
  '#f4b7b1',
  '#ec8d85',
  '#e2655b',
  '#d4473c',
  '#bd3329',
  '#a8281f',
  '#8a1f18',
  '#6b1712',
];

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: 7,
  colors: { petrol, gray, green, blue, red },
  black: '#1b2126',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif",
  headings: { fontWeight: '650' },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Fechar' },
        // Its <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Fechar' } } },
    // Rows of a till are picked with the keyboard: the first match is always the one Enter takes.
    Select: {
      defaultProps: { selectFirstOptionOnChange: true, nothingFoundMessage: 'Nada encontrado' },
    },
    Menu: { defaultProps: { shadow: 'md' } },
  },
});
