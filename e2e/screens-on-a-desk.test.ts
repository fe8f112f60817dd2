import { testScreens } from './screens.ts'

testScreens('desk')
