import type { DistressSignal, TargetType } from '@dooryard/contract/api/enums'

/** The position of each value in its bit mask. Stored rows carry these masks, so a position is never reused. */
const signalBits: Record<DistressSignal, number> = {
  VACANT: 0,
  TAX_DELINQUENT: 1,
  PRE_FORECLOSURE: 2,
  AUCTION: 3,
  BANK_OWNED: 4,
  INHERITED: 5,
  FREE_AND_CLEAR: 6,
  HIGH_EQUITY: 7,
  LOW_EQUITY: 8,
  TIRED_LANDLORD: 9,
  SENIOR_EXEMPTION: 10,
  OUT_OF_STATE_OWNER: 11,
  RECENTLY_SOLD: 12,
  CODE_VIOLATION: 13,
}

const targetTypeBits: Record<TargetType, number> = {
  OWNER_OCCUPANT: 0,
  ABSENTEE_OWNER: 1,
  LANDLORD: 2,
  FLIPPER: 3,
  CASH_BUYER: 4,
  BUILDER: 5,
  LENDER: 6,
  INSTITUTIONAL: 7,
}

function createMask<Value extends string>(bits: Record<Value, number>) {
  const values = Object.keys(bits) as Value[]
  return {
    toMask: (chosen: Iterable<Value>) => {
      let sum = 0
      for (const value of chosen) sum |= 1 << bits[value]
      return sum
    },
    fromMask: (sum: number) => values.filter((value) => sum & (1 << bits[value])),
  }
}

export const signalMask = createMask(signalBits)
export const targetTypeMask = createMask(targetTypeBits)
