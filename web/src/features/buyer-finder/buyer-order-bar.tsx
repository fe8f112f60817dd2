import { Button } from '@mantine/core'
import { PackagePlus } from 'lucide-react'
import { plural } from '../../lib/format.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { FootBar } from '../../ui/layout/finder-frame.tsx'
import { contactCriteria, maxChosen, orderWay } from './order-rules.ts'
import { useChoice } from './use-buyer-choice.ts'

/** The buyers that are chosen, and the way to order how to reach them. */
export function BuyerOrderBar() {
  const { chosen, clear } = useChoice()
  const settings = useCreditSettings()
  const count = chosen.length
  if (count === 0) return <FootBar label="Order" words="Choose buyers to order how to reach them." />
  const way = settings && orderWay(count, settings)
  const cost = settings?.find(({ key }) => key === way?.type)
  return (
    <FootBar
      label="Order"
      words={
        <>
          <strong>{plural(count, 'buyer')} chosen</strong>
          <span>
            {way?.problem && ` · ${way.problem}`}
            {cost && ` · up to ${plural(cost.creditRequired * count, 'credit')} as ${cost.name}`}
            {count === maxChosen && ` · an order names at most ${plural(maxChosen, 'buyer')}`}
          </span>
        </>
      }
    >
      <Button variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
      {way?.type && (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: contactCriteria(chosen), type: way.type }}
          leftSection={<PackagePlus size={16} aria-hidden="true" />}
        >
          Order contacts of {plural(count, 'buyer')}
        </LinkButton>
      )}
    </FootBar>
  )
}
