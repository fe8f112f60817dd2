import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { PackagePlus } from 'lucide-react'
import { useOrderQuote } from '../../criteria/quote.data.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import classes from './order-bar.module.css'

/** What can be ordered of what is found, in the first type there is, and the way to order it. */
export function OrderBar({ criteria }: { criteria: Criteria }) {
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const quote = useOrderQuote({ campaignType: setting?.key, criteria })
  if (!setting) return null
  if (isEmptyCriteria(criteria))
    return (
      <section className={classes.bar} aria-label="Order">
        <p className={classes.words}>Set at least one filter to order the leads it finds.</p>
      </section>
    )
  const { data, isPlaceholderData } = quote
  return (
    <section className={classes.bar} aria-label="Order">
      <p className={classes.words} data-stale={isPlaceholderData || undefined} aria-live="polite">
        {data && (
          <>
            <strong>{formatNumber(data.deliverable)}</strong> deliverable
            <span>
              {' · '}
              {plural(data.credits, 'credit')}
              <span className={classes.type}> as {setting.name}</span>
            </span>
          </>
        )}
      </p>
      <LinkButton
        to="/portal/orders/create"
        search={{ criteria, type: undefined }}
        leftSection={<PackagePlus size={16} aria-hidden="true" />}
      >
        Create order
      </LinkButton>
    </section>
  )
}
