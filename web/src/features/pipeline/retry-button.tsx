import { Button } from '@mantine/core'

export const RetryButton = ({ isFetching, onRetry }: { isFetching?: boolean; onRetry: () => void }) => (
  <Button size="compact-sm" variant="default" loading={isFetching} onClick={onRetry}>
    Try Again
  </Button>
)
