import { type Signal, signals } from '@dooryard/contract/vocabularies'

/** A color of the map: the signals that it stands for, and what they have in common. */
export type SignalGroup = { key: string; label: string; signals: readonly Signal[] }

/** The most pressing first: a property has the color of the first group that it is in. */
export const signalGroups: readonly SignalGroup[] = [
  { key: 'foreclosure', label: 'Foreclosure', signals: ['PRE_FORECLOSURE', 'AUCTION', 'BANK_OWNED'] },
  { key: 'neglect', label: 'Vacant, taxes or code', signals: ['VACANT', 'TAX_DELINQUENT', 'CODE_VIOLATION'] },
  { key: 'change', label: 'Inherited or senior', signals: ['INHERITED', 'SENIOR_EXEMPTION'] },
  { key: 'absentee', label: 'Absentee owner', signals: ['TIRED_LANDLORD', 'OUT_OF_STATE_OWNER'] },
  { key: 'equity', label: 'High equity', signals: ['FREE_AND_CLEAR', 'HIGH_EQUITY'] },
  { key: 'other', label: 'Other or none', signals: ['LOW_EQUITY', 'RECENTLY_SOLD'] },
]

/** The group that gives a property its color. */
export const groupOf = (given: readonly Signal[]): string =>
  signalGroups.find((group) => group.signals.some((signal) => given.includes(signal)))?.key ?? 'other'

/** The signals of a property in words, the most pressing first. */
export const signalWords = (given: readonly Signal[]): string[] =>
  signalGroups.flatMap((group) => group.signals.filter((signal) => given.includes(signal))).map(signals.label)
