import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { HeaderList } from '../../contract/recording/format.ts';
import type { Recorder } from '../../contract/recording/recorder.ts';
import type { StreamSink } from '../stream/sink.ts';
import type { RecordedRequests } from '../rest/recorded-requests.ts';
import { invariant } from '../../kernel/errors.ts';

/** The recording of one WebSocket, from its opening request on. */
export interface RecordedStream {
  /** @param response head and body of the response that refuses it, as written to the socket */
  refused(response: string): void;
  /** To be called before anything else receives its messages. */
  opened(ws: WebSocket, socket: Duplex): void;
  /** Records a close frame of the exchange. */
  readonly closing: (code: number, reason: string) => void;
  /** The same sink, whose frames are recorded. */
  sink(sink: StreamSink): StreamSink;
}

/** Records the WebSockets of a server: messages and pings of clients as they arrive, frames of the exchange as they leave. */
export class RecordedStreams {
  readonly #recorder: Recorder;
  readonly #requests: RecordedRequests;

  constructor(recorder: Recorder, requests: RecordedRequests) {
    this.#recorder = recorder;
    this.#requests = requests;
  }

  opening(asking: IncomingMessage): RecordedStream {
    const recorder = this.#recorder;
    const { connection, request } = this.#requests.opening(asking);
    const respond = (status: number, headers: HeaderList, body: string): void => {
      const content = recorder.body(connection, request, 'response').add(Buffer.from(body));
      recorder.response(connection, request, { status, headers }, content);
    };
    return {
      refused: (response) => {
        const [head = '', ...body] = response.split('\r\n\r\n');
        const [status = '', ...headers] = head.split('\r\n');
        respond(Number(status.split(' ')[1]), headers.map(headerOf), body.join('\r\n\r\n'));
      },
      opened: (ws, socket) => {
        this.#requests.becameStream(socket);
        respond(101, [], '');
        ws.on('message', (data, isBinary) => {
          invariant(Buffer.isBuffer(data), 'a message comes as one buffer');
          recorder.frame(connection, 'client', isBinary ? 'binary' : 'text', data);
        });
        ws.on('ping', (data) => recorder.frame(connection, 'client', 'ping', data));
        ws.once('close', (code, reason) => recorder.closed(connection, { code, reason: reason.toString('utf8') }));
      },
      closing: (code, reason) => {
        const bytes = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);
        recorder.frame(connection, 'exchange', 'close', bytes);
      },
      sink: (sink) => ({
        ...sink,
        send: (frames) => {
          for (const frame of frames) recorder.frame(connection, 'exchange', 'text', Buffer.from(frame));
          sink.send(frames);
        },
      }),
    };
  }
}

function headerOf(line: string): HeaderList[number] {
  const [name = '', ...value] = line.split(': ');
  return [name, value.join(': ')];
}
