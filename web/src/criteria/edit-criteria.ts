import type { Criteria } from '@dooryard/contract/criteria'

type Loose = Record<string, Record<string, unknown> | undefined>

const saysNothing = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every((part) => part === undefined))

export const valueAt = (criteria: Criteria, group: string, key: string): unknown => (criteria as Loose)[group]?.[key]

/** The criteria with one field changed. What says nothing is left out, so equal questions have equal criteria. */
export function withValue(criteria: Criteria, group: string, key: string, value: unknown): Criteria {
  const { [key]: _, ...others } = (criteria as Loose)[group] ?? {}
  const fields = saysNothing(value) ? others : { ...others, [key]: value }
  const { [group]: __, ...groups } = criteria as Loose
  // The contract's table of fields names only keys of the schema; its test holds it to that.
  return (saysNothing(fields) || Object.keys(fields).length === 0 ? groups : { ...groups, [group]: fields }) as Criteria
}

export function withoutGroup(criteria: Criteria, group: keyof Criteria): Criteria {
  const { [group]: _, ...others } = criteria
  return others
}

export const toggleValue = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

export const askedIn = (criteria: Criteria, group: keyof Criteria) => Object.keys(criteria[group] ?? {}).length
