import type { Role } from '@dooryard/contract/api/roles'
import { canAccess } from '../../../lib/navigation/portal-access.ts'
import { listGoKeys } from './go-keys.ts'

/** A shortcut: keys that are pressed together, one after the other, or alternatively. */
export type Shortcut = { keys: readonly string[]; how?: 'together' | 'sequence' | 'or'; action: string }
export type ShortcutArea = { title: string; shortcuts: readonly Shortcut[] }

const listArea: ShortcutArea = {
  title: 'Lists',
  shortcuts: [
    { keys: ['/'], action: 'Search the list' },
    { keys: ['↑', '↓'], how: 'or', action: 'Move between rows' },
    { keys: ['Home', 'End'], how: 'or', action: 'First or last row' },
    { keys: ['Enter'], action: 'Open the row' },
    { keys: ['Esc'], action: 'Clear the search' },
  ],
}

const leadFinderArea: ShortcutArea = {
  title: 'Lead finder',
  shortcuts: [
    { keys: ['M'], action: 'Map only, and back' },
    { keys: ['T'], action: 'Table only, and back' },
    { keys: ['↑', '↓'], how: 'or', action: 'Move over the rows' },
    { keys: ['Page Up', 'Page Down'], how: 'or', action: 'One page up or down' },
    { keys: ['Home', 'End'], how: 'or', action: 'First or last row' },
    { keys: ['Enter'], action: 'Open the property' },
    { keys: ['Space'], action: 'Select it; with Shift, all up to it' },
    { keys: ['Esc'], action: 'Clear the selection' },
    { keys: ['Delete'], action: 'Remove a focused filter' },
  ],
}

const mapArea: ShortcutArea = {
  title: 'Maps, while focused',
  shortcuts: [
    { keys: ['+', '−', 'F'], how: 'or', action: 'Closer, wider, fit' },
    { keys: ['←', '→', '↑', '↓'], how: 'or', action: 'Move the map' },
    { keys: ['Ctrl', 'click'], how: 'together', action: 'Select a property' },
    { keys: ['Esc'], action: 'Stop drawing' },
    { keys: ['Delete'], action: 'Remove the area being changed' },
  ],
}

const boardArea: ShortcutArea = {
  title: 'Lead board',
  shortcuts: [
    { keys: ['←', '→', '↑', '↓'], how: 'or', action: 'Move between leads' },
    { keys: ['Shift', '←'], how: 'together', action: 'Move the lead a stage back' },
    { keys: ['Shift', '→'], how: 'together', action: 'Move the lead a stage on' },
    { keys: ['N'], action: 'Set the next action' },
    { keys: ['C', '1–9'], how: 'sequence', action: 'Log a call and choose its result' },
    { keys: ['Enter'], action: 'Open the lead' },
  ],
}

const todayArea: ShortcutArea = {
  title: 'Today',
  shortcuts: [
    { keys: ['J', 'K'], how: 'or', action: 'Next or previous task' },
    { keys: ['X'], action: 'Done' },
    { keys: ['S'], action: 'Postpone by a day' },
    { keys: ['Shift', 'S'], how: 'together', action: 'Postpone by a week' },
    { keys: ['Enter'], action: 'Open the lead' },
  ],
}

/** All shortcuts that a role can use, by where they work. `mod` is the name of Ctrl or Cmd. */
export function listShortcutAreas(role: Role, mod: string): ShortcutArea[] {
  const isFinder = canAccess(role, '/portal/lead-finder')
  const canOrder = isFinder || canAccess(role, '/portal/campaigns/create')
  return [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: [mod, 'K'], how: 'together', action: 'Search or jump to' },
        { keys: [mod, 'B'], how: 'together', action: 'Collapse or expand sidebar' },
        { keys: ['?'], action: 'Show these shortcuts' },
        { keys: ['Esc'], action: 'Close' },
        ...(canOrder
          ? [{ keys: [mod, 'Enter'], how: 'together' as const, action: 'Next step of an order or campaign' }]
          : []),
      ],
    },
    {
      title: 'Go to',
      shortcuts: listGoKeys(role).map(({ letter, label }) => ({ keys: ['G', letter], how: 'sequence', action: label })),
    },
    ...(role === 'AFFILIATE_USER' ? [] : [listArea]),
    ...(canAccess(role, '/portal/today') ? [todayArea] : []),
    ...(isFinder ? [leadFinderArea, mapArea, boardArea] : []),
  ]
}
