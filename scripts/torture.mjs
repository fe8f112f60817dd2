// npm run torture: npm test with the long version of each test that has one. Takes hours.

process.env.DOORYARD_TORTURE = '1'
await import('./test.mjs')
