import type { Buyer } from '@dooryard/contract/buyers'
import { Button, Text, type TextProps } from '@mantine/core'
import { Check, PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural } from '../../../lib/format.ts'
import { useCreditSettings } from '../../../lib/me.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { FootBar } from '../../../ui/layout/finder-frame.tsx'
import { buildContactCriteria, findOrderWay, getRefusal, maxChosen, toChosen } from './order-rules.ts'
import { useChoice } from './use-buyer-choice.ts'

const orderIcon = <PackagePlus size={16} aria-hidden="true" />

export const Note = (props: TextProps & { children: ReactNode }) => (
  <Text fz={13} lh="20px" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }} {...props} />
)

export function OrderContact({ buyer }: { buyer: Buyer }) {
  const settings = useCreditSettings()
  const { isChosen, choose } = useChoice()
  const own = toChosen(buyer)
  if (!own) return <Note>{getRefusal(buyer)}</Note>
  const way = settings && findOrderWay(1, settings)
  if (!way) return null
  if (way.type)
    return (
      <LinkButton
        to="/portal/orders/create"
        search={{ criteria: buildContactCriteria([own]), type: way.type }}
        leftSection={orderIcon}
      >
        Order their contact
      </LinkButton>
    )
  const isOn = isChosen(buyer)
  return (
    <>
      <Button
        variant={isOn ? 'default' : 'filled'}
        aria-pressed={isOn}
        leftSection={isOn ? <Check size={16} aria-hidden="true" /> : orderIcon}
        onClick={() => choose([buyer], !isOn)}
      >
        {isOn ? 'Chosen for an order' : 'Choose to order their contact'}
      </Button>
      <Note>{way.least} Choose others in the list, and order them together.</Note>
    </>
  )
}

export function BuyerOrderBar() {
  const { chosen, clear } = useChoice()
  const settings = useCreditSettings()
  const count = chosen.length
  if (count === 0) return <FootBar label="Order" words="Choose buyers to order how to reach them." />
  const way = settings && findOrderWay(count, settings)
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
          search={{ criteria: buildContactCriteria(chosen), type: way.type }}
          leftSection={orderIcon}
        >
          Order contacts of {plural(count, 'buyer')}
        </LinkButton>
      )}
    </FootBar>
  )
}
