import type { Criteria } from '@dooryard/contract/criteria/criteria'

type UntypedCriteria = Record<string, Record<string, unknown> | undefined>

const isEmptyValue = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every((part) => part === undefined))

export const getCriteriaValue = (criteria: Criteria, group: string, key: string): unknown =>
  (criteria as UntypedCriteria)[group]?.[key]

/** Returns the criteria with one field changed. Empty values are removed, so that equal queries have equal criteria. */
export function setCriteriaValue(criteria: Criteria, group: string, key: string, value: unknown): Criteria {
  const { [key]: _, ...others } = (criteria as UntypedCriteria)[group] ?? {}
  const fields = isEmptyValue(value) ? others : { ...others, [key]: value }
  const { [group]: __, ...groups } = criteria as UntypedCriteria
  // The contract's table of fields contains only keys of the schema; a test of the contract ensures it.
  return (
    isEmptyValue(fields) || Object.keys(fields).length === 0 ? groups : { ...groups, [group]: fields }
  ) as Criteria
}

export function removeCriteriaGroup(criteria: Criteria, group: keyof Criteria): Criteria {
  const { [group]: _, ...others } = criteria
  return others
}

export const toggleValue = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

export const countGroupFilters = (criteria: Criteria, group: keyof Criteria) =>
  Object.keys(criteria[group] ?? {}).length
