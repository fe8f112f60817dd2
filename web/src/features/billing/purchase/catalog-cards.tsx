import { Paper, type PaperProps, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from '../billing.module.css'

const card = { withBorder: true, p: 'var(--panel-padding)', miw: 0, className: classes.card } satisfies PaperProps

/** A list of catalog items side by side, each a `CatalogItem`. */
export const CatalogList = (props: ComponentProps<'ul'>) => <ul className={classes.cards} {...props} />

/** One catalog item; the user's own is marked as current. */
export const CatalogItem = ({ isCurrent, children }: { isCurrent?: boolean; children: ReactNode }) => (
  <Paper component="li" {...card} data-current={isCurrent || undefined}>
    {children}
  </Paper>
)

type CatalogChoiceProps<Item> = {
  /** The kind of items, such as `Plans`. */
  label: string
  legend: string
  items: Item[]
  chosen: string
  /** Undefined if nothing can be bought. */
  onChoose: ((id: string) => void) | undefined
  children: (item: Item) => ReactNode
}

/** Catalog items side by side, one of them selected. */
export function CatalogChoice<Item extends { id: string }>(props: CatalogChoiceProps<Item>) {
  const { label, legend, items, chosen, onChoose, children } = props
  if (!onChoose) {
    return (
      <CatalogList aria-label={label}>
        {items.map((item) => (
          <CatalogItem key={item.id}>{children(item)}</CatalogItem>
        ))}
      </CatalogList>
    )
  }
  return (
    <fieldset className={classes.cards}>
      <Text component="legend" mb={12} fz={17} lh="24px" fw={600} lts="-0.011em">
        {legend}
      </Text>
      {items.map((item) => (
        <Paper key={item.id} component="label" {...card}>
          <input type="radio" name={label} checked={item.id === chosen} onChange={() => onChoose(item.id)} />
          {children(item)}
        </Paper>
      ))}
    </fieldset>
  )
}

/** The name of a catalog item, beside its optional badge. */
export const CatalogItemName = ({ children }: { children: ReactNode }) => (
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
