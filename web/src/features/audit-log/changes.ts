import type { AuditEntry } from '@dooryard/contract/audit-log'
import { unknown } from '../../lib/format.ts'

export type Change = { field: string; label: string; before: string; after: string }

/** `companyName` → `Company name`, `address_apt_suite` → `Address apt suite`. */
const labelOf = (field: string) => {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return unknown
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What an entry says has changed, field by field. */
export function changesOf({ before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.map((field) => ({
    field,
    label: labelOf(field),
    before: textOf(before[field]),
    after: textOf(after[field]),
  }))
}
