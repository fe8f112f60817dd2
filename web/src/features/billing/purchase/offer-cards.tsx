import { Paper, type PaperProps, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from '../billing.module.css'

const card = { withBorder: true, p: 'var(--panel-padding)', miw: 0, className: classes.card } satisfies PaperProps

/** A list of offers side by side, each an `OfferItem`. */
export const OfferList = (props: ComponentProps<'ul'>) => <ul className={classes.cards} {...props} />

/** One of the offers; the user's own is marked as current. */
export const OfferItem = ({ isCurrent, children }: { isCurrent?: boolean; children: ReactNode }) => (
  <Paper component="li" {...card} data-current={isCurrent || undefined}>
    {children}
  </Paper>
)

type OfferChoiceProps<Offer> = {
  /** What the offers are: `Plans`. */
  label: string
  legend: string
  offers: Offer[]
  chosen: string
  /** Left out where none can be bought. */
  onChoose: ((id: string) => void) | undefined
  children: (offer: Offer) => ReactNode
}

/** Offers side by side, of which one is chosen. */
export function OfferChoice<Offer extends { id: string }>(props: OfferChoiceProps<Offer>) {
  const { label, legend, offers, chosen, onChoose, children } = props
  if (!onChoose) {
    return (
      <OfferList aria-label={label}>
        {offers.map((offer) => (
          <OfferItem key={offer.id}>{children(offer)}</OfferItem>
        ))}
      </OfferList>
    )
  }
  return (
    <fieldset className={classes.cards}>
      <Text component="legend" mb={12} fz={17} lh="24px" fw={600} lts="-0.011em">
        {legend}
      </Text>
      {offers.map((offer) => (
        <Paper key={offer.id} component="label" {...card}>
          <input type="radio" name={label} checked={offer.id === chosen} onChange={() => onChoose(offer.id)} />
          {children(offer)}
        </Paper>
      ))}
    </fieldset>
  )
}

/** The name of an offer, beside the mark that its card may have. */
export const OfferName = ({ children }: { children: ReactNode }) => (
  <Text
    span
    display="flex"
    mih={22}
    pr={28}
    fw={600}
    style={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}
  >
    {children}
  </Text>
)
