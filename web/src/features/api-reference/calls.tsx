import { Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './api-reference.module.css'
import { CallDetails } from './call-details.tsx'
import { type ApiCall, groupKeyCalls, listEvents, type OpenApiDocument } from './openapi.ts'
import { WithCode } from './parts.tsx'

const headingId = (id: string) => `call-${id}`

type CallsProps = {
  document: OpenApiDocument
  apiKey: string
  /** The call or event that the address names. */
  call?: string | undefined
  onCall: (call: string | undefined) => void
}

export function Calls({ document: described, apiKey, call: named, onCall }: CallsProps) {
  const [opened, setOpened] = useState(named ? [named] : [])
  const [namedAtFirst] = useState(named)
  useEffect(() => {
    if (namedAtFirst) document.getElementById(headingId(namedAtFirst))?.scrollIntoView()
  }, [namedAtFirst])

  const toggle = (id: string) => {
    const next = opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id]
    setOpened(next)
    onCall(next.at(-1))
  }

  const draw = (call: ApiCall, details: ReactNode) => {
    const isOpen = opened.includes(call.operationId)
    return (
      <Paper key={call.operationId} withBorder mb="xs" className={classes.call}>
        <Title order={3} id={headingId(call.operationId)} className={classes.heading}>
          <UnstyledButton aria-expanded={isOpen} onClick={() => toggle(call.operationId)}>
            <Text span inherit fz="xs" fw={600} w={52} tt="uppercase" c="var(--mantine-color-brand-light-color)">
              {call.method}
            </Text>
            <Text span inherit fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {call.path}
            </Text>
            <Text span inherit fw={400} c="dimmed" flex="1 1 260px">
              {call.summary}
            </Text>
          </UnstyledButton>
        </Title>
        {isOpen && details}
      </Paper>
    )
  }

  return (
    <>
      {groupKeyCalls(described).map(({ name, description, calls }) => (
        <section key={name}>
          <Title order={2} mt={32} mb={4}>
            {name}
          </Title>
          {description && (
            <Text c="dimmed" mb="sm">
              <WithCode text={description} />
            </Text>
          )}
          {calls.map((call) =>
            draw(call, <CallDetails call={call} schemas={described.components.schemas} apiKey={apiKey} />),
          )}
        </section>
      ))}
      <section>
        <Title order={2} mt={32} mb="sm">
          Webhooks
        </Title>
        {listEvents(described).map((event) =>
          draw(event, <CallDetails call={event} schemas={described.components.schemas} />),
        )}
      </section>
    </>
  )
}
