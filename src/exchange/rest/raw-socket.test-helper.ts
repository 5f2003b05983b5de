import { connect, type Socket } from 'node:net';

/** What came back on a socket until the server closed it; empty when it just closed. */
export function exchangeBytes(port: number, send: readonly (string | Buffer)[], end = false): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const part of send) socket.write(part);
  if (end) socket.end();
  return untilClosed(socket);
}

export function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
    });
    // A reset is a close too: what matters is what was said before it.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** Status, headers and JSON body of the first response in `bytes`. */
export function parseResponse(bytes: string): { status: number; headers: string; body: Record<string, unknown> } {
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (status === undefined) throw new Error(`not an HTTP response: ${bytes.slice(0, 200)}`);
  return {
    status: Number(status),
    headers: head.toLowerCase(),
    body: JSON.parse(rest.join('\r\n\r\n')) as Record<string, unknown>,
  };
}
