import type { Buyer, BuyerSearch } from '@dooryard/contract/properties/buyers'
import { Box, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { formatDay, formatDollars, formatNumber, pluralize } from '../../../lib/format/format.ts'
import classes from '../buyer-finder.module.css'
import { formatCashShare, formatHoldingTime, type toPriceBand } from './buyer-formats.ts'

type BuyerStat = {
  /** What the server sorts by. */
  id: BuyerSearch['sort']
  label: string
  /** What the stat counts, shown wherever it stands alone. */
  meaning: string
  format: (buyer: Buyer) => string
}

export const buyerStats: readonly BuyerStat[] = [
  {
    id: 'purchases',
    label: 'Purchases',
    meaning: 'Deeds within the radius, look-back and price range that name this buyer.',
    format: ({ purchases }) => formatNumber(purchases),
  },
  {
    id: 'medianPrice',
    label: 'Median price',
    meaning: 'Median of the known prices.',
    format: ({ medianPrice }) => formatDollars(medianPrice),
  },
  {
    id: 'lastPurchase',
    label: 'Last purchase',
    meaning: 'Recording date of the newest deed.',
    format: ({ lastPurchase }) => formatDay(lastPurchase),
  },
  {
    id: 'medianHoldingMonths',
    label: 'Median hold',
    meaning:
      'Median whole months from purchase to resale, of what they resold here. With a plus: months since purchase, where nothing was resold.',
    format: (buyer) => Object.values(formatHoldingTime(buyer)).join(', '),
  },
  {
    id: 'cashShare',
    label: 'Cash purchases',
    meaning: 'Share of purchases without a loan, where the payment is known.',
    format: (buyer) => Object.values(formatCashShare(buyer)).join(' '),
  },
  {
    id: 'portfolioSize',
    label: 'Portfolio',
    meaning: 'Properties they own now, in all counties.',
    format: ({ portfolioSize }) => formatNumber(portfolioSize),
  },
]

const StatItem = ({ label, value, fw }: { label: string; value: string; fw: number }) => (
  <>
    <Text component="dt" fz={12} lh="16px" c="dimmed">
      {label}
    </Text>
    <Text component="dd" className="numbers" fz={13} lh="20px" fw={fw}>
      {value}
    </Text>
  </>
)

export const BuyerStats = ({ buyer }: { buyer: Buyer }) => (
  <Paper withBorder style={{ overflow: 'hidden' }}>
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing={1} m={0} bg="var(--line)">
      {buyerStats.map(({ label, format }) => (
        <Box key={label} px={12} py={8} bg="var(--mantine-color-body)">
          <StatItem label={label} value={format(buyer)} fw={600} />
        </Box>
      ))}
    </SimpleGrid>
  </Paper>
)

const buyerDefinition =
  'A buyer is one name at one mailing address, as recorded in deeds and county assessments. Public bodies are excluded, and so are deeds marked as not at arm’s length.'

/** Defines each stat, and what a buyer is. */
export const BuyerDefinitions = () => (
  <Box component="details" mt={12} fz={13} lh="20px">
    <Box
      component="summary"
      w="fit-content"
      py={2}
      bdrs={4}
      c="var(--mantine-color-anchor)"
      style={{ cursor: 'pointer' }}
    >
      What is counted?
    </Box>
    <SimpleGrid
      component="dl"
      minColWidth="min(320px, 100%)"
      autoFlow="auto-fit"
      spacing={24}
      verticalSpacing={10}
      m="8px 0 0"
    >
      {[{ label: 'Buyer', meaning: buyerDefinition }, ...buyerStats].map(({ label, meaning }) => (
        <div key={label}>
          <Box component="dt" fw={500}>
            {label}
          </Box>
          <Box component="dd" m={0} c="dimmed">
            {meaning}
          </Box>
        </div>
      ))}
    </SimpleGrid>
  </Box>
)

/** The known prices on a line from lowest to highest, with the median marked. */
export function PriceBand({ band: { min, median, max, known }, prices }: NonNullable<ReturnType<typeof toPriceBand>>) {
  const at = (price: number) => (max === min ? 50 : Math.min(Math.max(((price - min) / (max - min)) * 100, 0), 100))
  const ends = [
    ['Lowest', min, 'left'],
    ['Median', median, 'center'],
    ['Highest', max, 'right'],
  ] as const
  return (
    <Box component="figure" m={0}>
      <div className={classes.band} aria-hidden="true">
        {prices.map((price, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two purchases may cost the same
          <span key={index} style={{ left: `${at(price)}%` }} />
        ))}
        <span data-median style={{ left: `${at(median)}%` }} />
      </div>
      <Group component="dl" justify="space-between" gap={12} wrap="nowrap" m="4px 0 0">
        {ends.map(([label, value, ta]) => (
          <Box key={label} ta={ta}>
            <StatItem label={label} value={formatDollars(value)} fw={500} />
          </Box>
        ))}
      </Group>
      <Text component="figcaption" fz={12} lh="20px" c="dimmed" mt={4}>
        {pluralize(known, 'known price')} of the deeds below
      </Text>
    </Box>
  )
}
