import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

// Parts of Mantine that it imports and nothing here renders. It has no other way to leave them out.

const toThemePath = (file: string) => fileURLToPath(new URL(`src/ui/theme/${file}`, import.meta.url))

const aliases = [
  // The theme has its own colors.
  { find: /^.*\/default-colors\.mjs$/, replacement: toThemePath('colors.ts') },
  // It cannot be reached by keyboard: lists and dialogs scroll by themselves.
  { find: /^.*\/ScrollArea\.mjs$/, replacement: toThemePath('no-scroll-area.ts') },
  { find: /^.*\/(?:Button|ActionIcon)Group(?:Section)?\.mjs$/, replacement: toThemePath('no-groups.ts') },
  { find: /^.*\/use-form-list\.mjs$/, replacement: toThemePath('no-form-lists.ts') },
  { find: /^.*\/use-form-watch\.mjs$/, replacement: toThemePath('no-form-watch.ts') },
]

/** Fails the build if a part is built after all, because Mantine has moved its file. */
const check = (): Plugin => ({
  name: 'left-out-parts',
  apply: 'build',
  buildEnd() {
    const builtIds = new Set(this.getModuleIds())
    const missing = aliases.find(({ replacement }) => !builtIds.has(replacement))
    if (missing) this.error(`Nothing imports ${missing.find}: has Mantine moved it?`)
  },
})

export const leftOutParts = { aliases, check }
