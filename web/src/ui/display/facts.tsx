import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }
export type Absent = false | '' | null | undefined

/** Names and values in two columns; `figures` are numbers, which stand to the right. What is falsy is no fact. */
export const Facts = ({ facts, figures }: { facts: readonly (Fact | Absent)[]; figures?: boolean }) => (
  <Box component="dl" m={0} fz="sm" lh="20px" className="numbers" data-figures={figures || undefined}>
    {facts
      .filter((fact) => !!fact)
      .map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </Box>
)

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
