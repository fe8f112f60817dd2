import type { Pack } from '@dooryard/contract/plans'
import { formatMoney, formatNumber, formatPerCredit } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { savingOf } from './offer-rules.ts'
import classes from './offers.module.css'

function Words({ pack, packs }: { pack: Pack; packs: Pack[] }) {
  const saving = savingOf(pack, packs)
  return (
    <>
      <span className={classes.name}>
        {formatNumber(pack.credits)} credits {saving > 0 && <Tag tone="good">Save {saving}%</Tag>}
      </span>
      <span className={classes.price}>
        <strong>{formatMoney(pack.price)}</strong> once
      </span>
      <span className={classes.amount}>{formatPerCredit(pack)} a credit</span>
    </>
  )
}

/** The packs where none of them can be bought. */
export function PackList({ packs }: { packs: Pack[] }) {
  return (
    <ul className={classes.cards} aria-label="Packs">
      {packs.map((pack) => (
        <li key={pack.id} className={classes.card}>
          <Words pack={pack} packs={packs} />
        </li>
      ))}
    </ul>
  )
}

type PackChoiceProps = { packs: Pack[]; chosen: string; onChoose: (id: string) => void }

/** One of the packs. */
export function PackChoice({ packs, chosen, onChoose }: PackChoiceProps) {
  return (
    <fieldset className={classes.cards}>
      <legend>Buy credits once. They never lapse.</legend>
      {packs.map((pack) => (
        <label key={pack.id} className={classes.card}>
          <input
            type="radio"
            name="pack"
            className={classes.radio}
            checked={pack.id === chosen}
            onChange={() => onChoose(pack.id)}
          />
          <Words pack={pack} packs={packs} />
        </label>
      ))}
    </fieldset>
  )
}
