package main

import (
	"bufio"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
)

// Stream is a connection to an endpoint of the streams. It knows the part of RFC 6455 that this API uses.
type Stream struct {
	connection net.Conn
	reader     *bufio.Reader
	pushes     []map[string]any
	id         int
}

// OpenStream connects to ws://HOST/v1/ws/info or ws://HOST/v1/ws/trade.
func OpenStream(address string) (*Stream, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	connection, err := net.Dial("tcp", at.Host)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	lines := "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n"
	fmt.Fprintf(connection, lines, at.Path, at.Host, base64.StdEncoding.EncodeToString(key))
	reader := bufio.NewReader(connection)
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusSwitchingProtocols {
		return nil, fmt.Errorf("no upgrade: %s", response.Status)
	}
	return &Stream{connection: connection, reader: reader}, nil
}

// Request sends a request and waits for its reply; pushes that arrive before it are kept for Push.
func (stream *Stream) Request(method string, params map[string]any) (map[string]any, error) {
	stream.id++
	id := fmt.Sprint(stream.id)
	text, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if err := stream.write(1, text); err != nil {
		return nil, err
	}
	for {
		frame, err := stream.frame()
		if err != nil {
			return nil, err
		}
		if frame["id"] != id {
			stream.pushes = append(stream.pushes, frame)
		} else if frame["status"] != 200.0 {
			return nil, fmt.Errorf("refused: %v", frame["error"])
		} else {
			return frame, nil
		}
	}
}

// Push is the next frame that the exchange sends by itself.
func (stream *Stream) Push() (map[string]any, error) {
	if len(stream.pushes) > 0 {
		first := stream.pushes[0]
		stream.pushes = stream.pushes[1:]
		return first, nil
	}
	return stream.frame()
}

// write sends one whole frame, masked as frames of clients are.
func (stream *Stream) write(opcode byte, payload []byte) error {
	mask := make([]byte, 4)
	if _, err := rand.Read(mask); err != nil {
		return err
	}
	head := []byte{0x80 | opcode, 0x80 | byte(len(payload))}
	if len(payload) > 125 {
		head = []byte{0x80 | opcode, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload))}
	}
	frame := append(head, mask...)
	for place, each := range payload {
		frame = append(frame, each^mask[place%4])
	}
	_, err := stream.connection.Write(frame)
	return err
}

// frame is the next text message. The exchange sends each of its messages whole.
func (stream *Stream) frame() (map[string]any, error) {
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(stream.reader, head); err != nil {
			return nil, err
		}
		size := uint64(head[1] & 0x7f)
		if size >= 126 {
			long := make([]byte, map[uint64]int{126: 2, 127: 8}[size])
			if _, err := io.ReadFull(stream.reader, long); err != nil {
				return nil, err
			}
			size = binary.BigEndian.Uint64(append(make([]byte, 8-len(long)), long...))
		}
		payload := make([]byte, size)
		if _, err := io.ReadFull(stream.reader, payload); err != nil {
			return nil, err
		}
		switch head[0] & 0x0f {
		case 1:
			frame := map[string]any{}
			return frame, json.Unmarshal(payload, &frame)
		case 8:
			return nil, fmt.Errorf("closed: %q", payload)
		case 9:
			if err := stream.write(10, payload); err != nil {
				return nil, err
			}
		}
	}
}
