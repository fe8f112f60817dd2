import { type TestCard, testCards } from '@dooryard/contract/payments'
import { digitsOf, grouped } from './card-number.ts'
import classes from './checkout.module.css'

const cards = Object.entries(testCards) as [TestCard, (typeof testCards)[TestCard]][]

type TestCardsProps = { chosen: string; onChoose: (number: string) => void }

/** The cards that this page takes, each with what it does. */
export function TestCards({ chosen, onChoose }: TestCardsProps) {
  return (
    <fieldset className={classes.cards}>
      <legend>Test cards</legend>
      <div className={classes.rows}>
        {cards.map(([number, { does, says }]) => (
          <label key={number} className={classes.card} data-does={does}>
            <input
              type="radio"
              name="test-card"
              checked={digitsOf(chosen) === number}
              onChange={() => onChoose(grouped(number))}
            />
            <span className={classes.number}>{grouped(number)}</span>
            <span className={classes.does}>{says}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
