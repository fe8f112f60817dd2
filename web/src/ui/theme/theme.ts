import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import classes from './theme.module.css'

const brand: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#8b8ff8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f1f4f8',
  '#e2e8f0',
  '#cfd7e3',
  '#b8c2d1',
  '#66738a',
  '#556378',
  '#3b475a',
  '#222c3c',
  '#111827',
]

const dark: MantineColorsTuple = [
  '#e9ecf1',
  '#d0d6df',
  '#b6bdc9',
  '#8d97a7',
  '#2a313d',
  '#20262f',
  '#171b22',
  '#12151b',
  '#0d1015',
  '#090b0f',
]

const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
  '#6b1616',
]

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'dooryard.color-scheme' })

/**
 * The palette of each color scheme, shared by components and stylesheets. Mantine's own colors fail AA in several
 * places. `good`, `warn` and `bad` are theme colors: `c="bad"`, `bg="good"`.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--raised': '#f7f8fa',
    '--line': '#e2e8f0',
    '--accent': '#4f46e5',
    '--nav-active': '#e9ebf5',
    '--focus-ring': 'rgb(79 70 229 / 18%)',
    '--neutral': '#111827',
    '--on-neutral': '#ffffff',
    '--ring-plan': '#4f46e5',
    '--ring-held': '#a5b4fc',
    '--ring-demand': '#0d9488',
    '--ring-track': '#e2e8f0',
    '--mantine-color-default-border': '#cfd7e3',
    '--mantine-color-default-hover': '#f1f4f8',
    '--mantine-color-dimmed': '#556378',
    '--mantine-color-placeholder': '#66738a',
    '--mantine-color-disabled': '#eef1f5',
    '--mantine-color-disabled-color': '#66738a',
    '--mantine-color-error': '#b91c1c',
    '--mantine-color-anchor': '#4338ca',
    '--mantine-color-brand-light': '#eef2ff',
    '--mantine-color-brand-light-hover': '#e0e7ff',
    '--mantine-color-brand-light-color': '#4338ca',
    '--mantine-color-good-filled': '#15803d',
    '--mantine-color-good-text': '#14532d',
    '--mantine-color-good-light': '#dcfce7',
    '--mantine-color-good-light-color': '#14532d',
    '--mantine-color-warn-filled': '#d97706',
    '--mantine-color-warn-text': '#7c3a06',
    '--mantine-color-warn-light': '#fef3c7',
    '--mantine-color-warn-light-color': '#7c3a06',
    '--mantine-color-bad-filled': '#dc2626',
    '--mantine-color-bad-text': '#991b1b',
    '--mantine-color-bad-light': '#fee2e2',
    '--mantine-color-bad-light-color': '#991b1b',
  },
  dark: {
    '--raised': '#171b22',
    '--line': '#2a313d',
    '--accent': '#8b8ff8',
    '--nav-active': '#242b37',
    '--focus-ring': 'rgb(139 143 248 / 28%)',
    '--neutral': '#f1f4f8',
    '--on-neutral': '#111827',
    '--ring-plan': '#8b8ff8',
    '--ring-held': '#4a4da8',
    '--ring-demand': '#2dd4bf',
    '--ring-track': '#2a313d',
    '--mantine-color-default': '#171b22',
    '--mantine-color-default-hover': '#20262f',
    '--mantine-color-default-border': '#343c4a',
    '--mantine-color-dimmed': '#b6bdc9',
    '--mantine-color-disabled': '#171b22',
    '--mantine-color-disabled-color': '#8d97a7',
    '--mantine-color-error': '#fca5a5',
    '--mantine-color-anchor': '#a5b4fc',
    '--mantine-color-brand-light': '#1d1f3d',
    '--mantine-color-brand-light-hover': '#26294f',
    '--mantine-color-brand-light-color': '#c7d2fe',
    '--mantine-color-good-filled': '#4ade80',
    '--mantine-color-good-text': '#a7f3c4',
    '--mantine-color-good-light': '#10301f',
    '--mantine-color-good-light-color': '#a7f3c4',
    '--mantine-color-warn-filled': '#fbbf24',
    '--mantine-color-warn-text': '#fde68a',
    '--mantine-color-warn-light': '#35270a',
    '--mantine-color-warn-light-color': '#fde68a',
    '--mantine-color-bad-filled': '#f87171',
    '--mantine-color-bad-text': '#fecaca',
    '--mantine-color-bad-light': '#3b1518',
    '--mantine-color-bad-light-color': '#fecaca',
  },
})

/** Portals render inside `main`, so that no content is outside the page's landmarks. */
const withinMain = { target: '#main' }

const tooltipDelay = { openDelay: 700, closeDelay: 0 }

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: {
    brand,
    gray,
    dark,
    red,
    good: colorsTuple('#15803d'),
    warn: colorsTuple('#d97706'),
    bad: colorsTuple('#dc2626'),
  },
  white: '#ffffff',
  black: '#111827',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '17px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  breakpoints: { xs: '24em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Input: { classNames: { input: classes.input } },
    InputWrapper: { classNames: { label: classes.label, description: classes.description, error: classes.error } },
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Popover: { defaultProps: { portalProps: withinMain } },
    Tooltip: {
      defaultProps: { ...tooltipDelay, portalProps: withinMain, withArrow: true, maw: 280, multiline: true, fz: 12 },
    },
    TooltipGroup: { defaultProps: tooltipDelay },
    // The header of a dialog is not the header of the page.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Drawer: {
      defaultProps: { transitionProps: { duration: 180 }, overlayProps: { backgroundOpacity: 0.4 } },
      classNames: { header: classes.drawerHeader, content: classes.flat },
    },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', size: 500, transitionProps: { duration: 150 } },
      classNames: { title: classes.dialogTitle, content: classes.flat },
    },
    Combobox: { defaultProps: { shadow: 'md' } },
    // A plain scrolling list, because Mantine's scroll area cannot be reached by keyboard.
    Select: { defaultProps: { withScrollArea: false }, classNames: { options: classes.options } },
    MultiSelect: { defaultProps: { withScrollArea: false }, classNames: { options: classes.options } },
    Paper: { classNames: { root: classes.bordered } },
    Divider: { classNames: { root: classes.bordered } },
    Table: { classNames: { table: classes.bordered } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm' } },
  },
})
