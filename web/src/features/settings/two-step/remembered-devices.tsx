import { type RememberedDevice, secondFactor } from '@dooryard/contract/identity/second-factor'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { parseDevice } from '../../../lib/format/device.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'

const refresh = { refreshes: [secondFactor.state], awaitsRefresh: true }

function DeviceRow({ device: { id, userAgent, isCurrent, ...times } }: { device: RememberedDevice }) {
  const { name } = parseDevice(userAgent)
  const remove = useEndpointMutation(secondFactor.removeDevice, {
    ...refresh,
    onSuccess: () => showSuccessToast(`${name} will be asked for a code`),
  })
  return (
    <Group component="li" justify="space-between" gap="8px 16px">
      <div>
        <Group gap={8}>
          <Text component="strong" inherit fw={550} title={userAgent}>
            {name}
          </Text>
          {isCurrent && <Tag tone="good">This device</Tag>}
        </Group>
        <Text c="dimmed" fz="sm" className="numbers">
          Until {formatDay(times.expiresAt)}, last used {formatDay(times.lastUsedAt)}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        aria-label={`Forget ${name}`}
        onClick={() => remove.mutate({ params: { deviceId: id } })}
      >
        Forget
      </Button>
    </Group>
  )
}

/** The devices that are not asked for a code, with actions to ask them again. */
export function RememberedDevices({ devices }: { devices: readonly RememberedDevice[] }) {
  const removeAll = useEndpointMutation(secondFactor.removeDevices, {
    ...refresh,
    onSuccess: () => showSuccessToast('All devices will be asked for a code'),
  })
  if (devices.length === 0) return null
  return (
    <Box pt={20} style={{ borderTop: '1px solid var(--line)' }}>
      <Group justify="space-between" mb={12}>
        <Title order={3} fz="md" fw={550}>
          Remembered devices
        </Title>
        {devices.length > 1 && (
          <Button variant="default" size="xs" loading={removeAll.isPending} onClick={() => removeAll.mutate({})}>
            Forget all
          </Button>
        )}
      </Group>
      <Stack component="ul" gap={12} m={0} p={0} aria-label="Remembered devices">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Stack>
    </Box>
  )
}
