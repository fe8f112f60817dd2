import type { MantineColorsTuple } from '@mantine/core'

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

/** Built in place of Mantine's own colors, of which only blue, its primary one, is needed. */
export const DEFAULT_COLORS = { brand, blue: brand, gray, dark, red }
