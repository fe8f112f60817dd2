import { dayMs } from '@dooryard/contract/api/time'
import { type Construction, construct, toValues } from './build-parcel.ts'
import type { CountyChanges } from './county-changes.ts'
import type { Parcel, PublishedSignal } from './parcels.queries.ts'
import { sellParcel } from './sell-parcel.ts'

/** Whether something happens to a parcel since the last file that happens to this share of them in a year. */
type Happens = (yearlyShare: number) => boolean

/** A parcel as the next file has it: sold, revalued or built on. None where it is gone, several where it was split. */
export function changeParcel(changes: CountyChanges, parcel: Parcel): Parcel[] {
  const { random, since, until } = changes
  const years = (Date.parse(until) - Date.parse(since)) / dayMs / 365
  const happens: Happens = (yearlyShare) => random.datatype.boolean(Math.min(1, yearlyShare * years))
  const construction = chooseConstruction(happens, parcel)
  if (construction === 'GONE') return []
  const built = construction ? construct(changes, parcel, construction) : [parcel]
  // New houses are sold as soon as they are built.
  const turnover = construction ? 0.7 / years : 0.048
  return built.map((one) => {
    const sold = happens(turnover) ? sellParcel(changes, one) : undefined
    return changeSignals(happens, sold ?? inherit(happens, revalue(changes, happens, one)))
  })
}

function chooseConstruction(happens: Happens, { asset_use, unit, year_built, units }: Parcel) {
  let chosen: Construction | 'GONE' | null = null
  if (asset_use === 'RESIDENTIAL_LAND')
    // Some are joined with a neighbor's, or become a part of a road.
    chosen = happens(0.075) ? 'HOUSE' : happens(0.012) ? 'GONE' : null
  else if (asset_use === 'DETACHED_HOUSE' && unit === '' && (year_built ?? 9999) < 1968)
    chosen = happens(0.009) ? 'PAIR' : null
  else if (asset_use.startsWith('APARTMENT') && units !== null && units <= 40)
    chosen = happens(0.05) ? 'CONDOMINIUMS' : null
  return chosen
}

/** After an appeal, or for what was added to the house. */
function revalue({ random, until }: CountyChanges, happens: Happens, parcel: Parcel): Parcel {
  if (parcel.market_value === null || !happens(0.042)) return parcel
  const isAppeal = random.datatype.boolean(0.45)
  const change = isAppeal ? 0.86 + random.number.float() * 0.1 : 1.05 + random.number.float() * 0.22
  const renovated = isAppeal || parcel.year_built === null ? {} : { effective_year: Number(until.slice(0, 4)) }
  return { ...parcel, ...toValues(parcel, parcel.market_value * change), ...renovated }
}

function inherit(happens: Happens, parcel: Parcel): Parcel {
  // An exemption that only people who live there get.
  const isPerson = parcel.homestead === true && !/ TRUST$|^ESTATE /.test(parcel.owner_1)
  if (!isPerson || !happens(0.004)) return parcel
  return { ...parcel, owner_1: `ESTATE OF ${parcel.owner_1}`, owner_2: '', homestead: false }
}

function changeSignals(happens: Happens, parcel: Parcel): Parcel {
  const old = new Set(parcel.signals.split(';') as PublishedSignal[])
  const signals = new Set<string>(old)
  const change = (signal: PublishedSignal, { begins, ends }: { begins: number; ends: number }) => {
    if (old.has(signal)) {
      if (happens(ends)) signals.delete(signal)
    } else if (happens(begins)) signals.add(signal)
  }
  change('TAX_DELINQUENT', { begins: 0.013, ends: 0.34 })
  change('CODE_VIOLATION', { begins: 0.007, ends: 0.4 })
  if (parcel.loan_1_amount !== null) change('PRE_FORECLOSURE', { begins: 0.007, ends: 0.45 })
  if (old.has('PRE_FORECLOSURE')) change('AUCTION', { begins: 0.3, ends: 0.5 })
  if (!signals.has('PRE_FORECLOSURE')) signals.delete('AUCTION')
  signals.delete('')
  const vacant = parcel.vacant ? !happens(0.3) : parcel.year_built !== null && happens(0.009)
  return { ...parcel, signals: [...signals].join(';'), vacant }
}
