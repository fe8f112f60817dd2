import { Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { Activity, type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
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
  const groups = groupKeyCalls(described)
  const events = listEvents(described)
  // Whether each that was opened still is, the one opened last at the end. A closed one keeps what was typed.
  const [opened, setOpened] = useState<Record<string, boolean>>({})
  const [sought, setSought] = useState<string>()
  const follow = useEffectEvent((id: string) => {
    const isKnown = [...groups.flatMap(({ calls }) => calls), ...events].some((call) => call.operationId === id)
    if (!isKnown || opened[id]) return
    setOpened({ ...opened, [id]: true })
    setSought(id)
  })
  useLayoutEffect(() => {
    if (named) follow(named)
  }, [named])
  // Once its details are drawn, without which the page may be too short.
  useLayoutEffect(() => {
    if (sought) document.getElementById(headingId(sought))?.scrollIntoView()
  }, [sought])

  const toggle = (id: string) => {
    const { [id]: isOpen = false, ...others } = opened
    const next = { ...others, [id]: !isOpen }
    setOpened(next)
    onCall(Object.keys(next).findLast((other) => next[other]))
  }

  const draw = (call: ApiCall, details: ReactNode) => {
    const isOpen = opened[call.operationId]
    return (
      <Paper key={call.operationId} withBorder mb="xs" className={classes.call}>
        <Title order={3} id={headingId(call.operationId)} className={classes.heading}>
          <UnstyledButton aria-expanded={isOpen ?? false} onClick={() => toggle(call.operationId)}>
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
        {isOpen !== undefined && <Activity mode={isOpen ? 'visible' : 'hidden'}>{details}</Activity>}
      </Paper>
    )
  }

  return (
    <>
      {groups.map(({ name, description, calls }) => (
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
        {events.map((event) => draw(event, <CallDetails call={event} schemas={described.components.schemas} />))}
      </section>
    </>
  )
}
