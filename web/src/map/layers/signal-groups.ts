import { type DistressSignal, signals } from '@dooryard/contract/api/enums'

/** Most pressing first: a property takes the color of its first group. */
export const signalGroups = [
  { key: 'foreclosure', label: 'Foreclosure', signals: ['PRE_FORECLOSURE', 'AUCTION', 'BANK_OWNED'] },
  { key: 'neglect', label: 'Vacant, taxes or code', signals: ['VACANT', 'TAX_DELINQUENT', 'CODE_VIOLATION'] },
  { key: 'change', label: 'Inherited or senior', signals: ['INHERITED', 'SENIOR_EXEMPTION'] },
  { key: 'absentee', label: 'Tired landlord or out of state', signals: ['TIRED_LANDLORD', 'OUT_OF_STATE_OWNER'] },
  { key: 'equity', label: 'High equity', signals: ['FREE_AND_CLEAR', 'HIGH_EQUITY'] },
  { key: 'other', label: 'Other or none', signals: ['LOW_EQUITY', 'RECENTLY_SOLD'] },
] as const satisfies readonly { key: string; label: string; signals: readonly DistressSignal[] }[]

export type SignalGroup = (typeof signalGroups)[number]['key']

/** The group that determines the color of a property. */
export const getSignalGroup = (propertySignals: readonly DistressSignal[]): SignalGroup =>
  signalGroups.find((group) => group.signals.some((signal) => propertySignals.includes(signal)))?.key ?? 'other'

/** The labels of a property's signals, most pressing first. */
export const listSignalLabels = (propertySignals: readonly DistressSignal[]): string[] =>
  signalGroups.flatMap((group) => group.signals.filter((signal) => propertySignals.includes(signal))).map(signals.label)
