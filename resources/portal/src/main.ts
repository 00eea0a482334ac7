import { start } from '../../console/src/start'
import './styles/portal.css'
import { router } from './routes'

start(router)
