import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

/** Names and values in two columns; `figures` are numbers, which stand to the right. */
export const Facts = ({ facts, figures }: { facts: Fact[]; figures?: boolean }) => (
  <Box component="dl" m={0} fz="sm" lh="20px" className="numbers" data-figures={figures || undefined}>
    {facts.map(({ label, value }) => (
      <div key={label} className={classes.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </Box>
)

/** What a thing is, and under it, dimmed, what is also good to know. */
export const TwoLines = ({ first, second, width }: { first: ReactNode; second?: ReactNode; width?: number }) => (
  <div className={classes.lines} style={{ maxWidth: width }}>
    <div>{first}</div>
    {second && (
      <Text component="div" c="dimmed" fz="xs" lh="16px">
        {second}
      </Text>
    )}
  </div>
)
