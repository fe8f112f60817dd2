import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import type { OrderQuote } from '@dooryard/contract/order-quote'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrderQuote } from '../../criteria/quote.data.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { me, useCreditSettings } from '../../lib/me.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { FootBar } from '../../ui/layout/finder-frame.tsx'
import classes from './order-bar.module.css'
import { useLeastOrder } from './use-least-order.ts'

type OrderBarProps = {
  criteria: Criteria
  /** Whether these criteria have been counted, which nothing competes with. */
  isWanted: boolean
  /** Whether nothing matches, so that there is nothing to order. */
  isEmpty: boolean
  /** What else can be done with the search. */
  children?: ReactNode
}

/** What stands in the way of an order, if anything does. */
function useObstacle(quote: OrderQuote | undefined, creditRequired: number) {
  const least = useLeastOrder()
  const { data } = useQuery(me())
  if (!quote) return {}
  const most = quote.deliverable + quote.notTraced
  if (most < least) return { words: `the smallest order is ${plural(least, 'lead')}`, isTooFew: true }
  const has = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const isShort = has !== undefined && most * creditRequired > has
  return isShort ? { words: `you have ${plural(has, 'credit')}` } : {}
}

/** What can be ordered of what is found, in the first type there is, and the way to order it. */
export function OrderBar({ criteria, isWanted, isEmpty, children }: OrderBarProps) {
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const { data, isPlaceholderData, isError } = useOrderQuote({ campaignType: setting?.key, criteria }, isWanted)
  const obstacle = useObstacle(data, setting?.creditRequired ?? 0)
  const asksNothing = isEmptyCriteria(criteria)
  const isStale = isPlaceholderData || !isWanted
  return (
    <FootBar
      label="Order"
      isStale={isStale}
      words={
        asksNothing
          ? 'Set at least one filter to order the leads it finds.'
          : isError && !data
            ? 'The cost could not be computed just now.'
            : data &&
              setting && (
                <>
                  <strong>{formatNumber(data.deliverable)}</strong> deliverable
                  <span className={classes.type}> as {setting.name}</span>
                  {!isEmpty && obstacle.words && <span> · {obstacle.words}</span>}
                </>
              )
      }
    >
      {children}
      {setting && !asksNothing && !isEmpty && (
        <OrderButton
          criteria={criteria}
          type={setting.key}
          credits={data?.credits}
          isStale={isStale}
          isTooFew={obstacle.isTooFew}
        />
      )}
    </FootBar>
  )
}

type OrderButtonProps = {
  criteria: Criteria
  type: CampaignType
  credits: number | undefined
  /** Whether the credits are of what was asked before: they keep their room, and are not read out. */
  isStale: boolean
  isTooFew: boolean | undefined
}

function OrderButton({ criteria, type, credits, isStale, isTooFew }: OrderButtonProps) {
  const words = (
    <span>
      Create order
      {credits !== undefined && (
        <span className={classes.credits} data-stale={isStale || undefined} aria-hidden={isStale}>
          {` · ${plural(credits, 'credit')}`}
        </span>
      )}
    </span>
  )
  const icon = <PackagePlus size={16} aria-hidden="true" />
  if (isTooFew)
    return (
      <Button disabled leftSection={icon}>
        {words}
      </Button>
    )
  return (
    <LinkButton to="/portal/orders/create" search={{ criteria, type }} leftSection={icon}>
      {words}
    </LinkButton>
  )
}
