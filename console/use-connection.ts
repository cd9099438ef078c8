import { useEffect, useState } from 'preact/hooks';
import { type Connection, currentConnection, followConnection } from './api/connection.js';

/** Whether the service answers, as it changes. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState(currentConnection);
  useEffect(() => followConnection(setConnection), []);
  return connection;
}
