import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './description-list.module.css'

export type DescriptionItem = { label: string; value: ReactNode }
export type EmptyItem = false | '' | null | undefined

/** Labels and values in two columns; `isNumeric` aligns values to the right. Falsy items are skipped. */
export const DescriptionList = ({
  items,
  isNumeric,
}: {
  items: readonly (DescriptionItem | EmptyItem)[]
  isNumeric?: boolean
}) => (
  <Box component="dl" m={0} fz="sm" lh="20px" className="numbers" data-numeric={isNumeric || undefined}>
    {items
      .filter((item) => !!item)
      .map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </Box>
)

export const TextWithDescription = ({
  first,
  second,
  width,
}: {
  first: ReactNode
  second?: ReactNode
  width?: number
}) => (
  <div className={classes.lines} style={{ maxWidth: width }}>
    <div>{first}</div>
    {second && (
      <Text component="div" c="dimmed" fz="xs" lh="16px">
        {second}
      </Text>
    )}
  </div>
)
