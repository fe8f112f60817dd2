import type { Criteria } from '@dooryard/contract/criteria/criteria'

/** A search to start from, once a location is set. */
export type Template = { key: string; name: string; description: string; criteria: Criteria }

const absentee = ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] satisfies NonNullable<Criteria['owner']>['occupancies']

export const templates: readonly Template[] = [
  {
    key: 'absentee-equity',
    name: 'Absentee owners with equity',
    description: 'They live elsewhere and owe half of the value or less, so a sale leaves them money.',
    criteria: { owner: { occupancies: absentee }, signals: { anyOf: ['HIGH_EQUITY', 'FREE_AND_CLEAR'] } },
  },
  {
    key: 'tired-landlords',
    name: 'Tired landlords',
    description: 'Absentee owners of 15 years or more, many of them ready to stop renting out.',
    criteria: { signals: { anyOf: ['TIRED_LANDLORD'] } },
  },
  {
    key: 'vacant-delinquent',
    name: 'Vacant and tax delinquent',
    description: 'Nobody lives there and the property tax is overdue: two costs and no use.',
    criteria: { signals: { allOf: ['VACANT', 'TAX_DELINQUENT'] } },
  },
  {
    key: 'clear-seniors',
    name: 'Free and clear seniors',
    description: 'No mortgage, and an exemption for age: often a move to something smaller.',
    criteria: { signals: { allOf: ['FREE_AND_CLEAR', 'SENIOR_EXEMPTION'] } },
  },
  {
    key: 'inherited',
    name: 'Inherited homes',
    description: 'Held by an estate or heirs, who often live elsewhere and want to divide it.',
    criteria: { property: { assetClasses: ['RESIDENTIAL'] }, signals: { anyOf: ['INHERITED'] } },
  },
  {
    key: 'foreclosure',
    name: 'Facing foreclosure',
    description: 'A notice of default, a lawsuit or a date for the auction is on record.',
    criteria: { signals: { anyOf: ['PRE_FORECLOSURE', 'AUCTION'] } },
  },
]
