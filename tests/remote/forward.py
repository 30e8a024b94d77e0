"""Forwards requests from Bazel 4, which uses remote execution API 2.0, to an engine that requires 2.1.

python forward.py ADDRESS

ADDRESS is the engine's, in the syntax of gRPC; the local port that this program listens on is printed. The
lists output_files and output_directories of 2.0 are merged to output_paths of 2.1. All other bytes are passed
on unchanged.
"""

import concurrent.futures
import hashlib
import sys

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as api
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as services

_SERVICE = "/build.bazel.remote.execution.v2."
# Each running Execute needs a thread, and so does each transfer.
_THREADS = 64
_NO_LIMIT = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]


class Forward(grpc.GenericRpcHandler):
    """Forwards every call of every service; requests and responses are streams of bytes."""

    def __init__(self, engine: grpc.Channel):
        self._engine = engine
        self._storage = services.ContentAddressableStorageStub(engine)
        # The engine's digests of actions, by Bazel's digests.
        self._actions: dict[str, api.Digest] = {}

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        method = details.method
        of_request = {
            _SERVICE + "Execution/Execute": self._execute,
            _SERVICE + "ActionCache/GetActionResult": self._get_action_result,
        }.get(method, bytes)
        of_response = _says_2_0 if method == _SERVICE + "Capabilities/GetCapabilities" else bytes

        def forward(requests, context):
            # There is no deadline: an action may have to wait.
            call = self._engine.stream_stream(method)(map(of_request, requests))
            context.add_callback(call.cancel)
            try:
                yield from map(of_response, call)
            except grpc.RpcError as error:
                # This metadata lists the missing blobs.
                kept = [(name, value) for name, value in error.trailing_metadata() if name.endswith("-bin")]
                context.set_trailing_metadata(kept)
                context.abort(error.code(), error.details())

        return grpc.stream_stream_rpc_method_handler(forward)

    def _execute(self, request: bytes) -> bytes:
        message = api.ExecuteRequest.FromString(request)
        given = message.action_digest.hash
        if given not in self._actions:
            self._actions[given] = self._translated(message.instance_name, message.action_digest)
        message.action_digest.CopyFrom(self._actions[given])
        return message.SerializeToString()

    def _get_action_result(self, request: bytes) -> bytes:
        message = api.GetActionResultRequest.FromString(request)
        # If the action was never executed, the engine does not know it by either digest.
        message.action_digest.CopyFrom(self._actions.get(message.action_digest.hash, message.action_digest))
        return message.SerializeToString()

    def _translated(self, instance: str, digest: api.Digest) -> api.Digest:
        action = api.Action.FromString(self._read(instance, digest))
        command = api.Command.FromString(self._read(instance, action.command_digest))
        command.output_paths.extend(sorted([*command.output_files, *command.output_directories]))
        del command.output_files[:]
        del command.output_directories[:]
        action.command_digest.CopyFrom(self._write(instance, command.SerializeToString(deterministic=True)))
        return self._write(instance, action.SerializeToString(deterministic=True))

    def _read(self, instance: str, digest: api.Digest) -> bytes:
        request = api.BatchReadBlobsRequest(instance_name=instance, digests=[digest])
        (response,) = self._storage.BatchReadBlobs(request).responses
        return response.data

    def _write(self, instance: str, data: bytes) -> api.Digest:
        digest = api.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))
        blob = api.BatchUpdateBlobsRequest.Request(digest=digest, data=data)
        self._storage.BatchUpdateBlobs(api.BatchUpdateBlobsRequest(instance_name=instance, requests=[blob]))
        return digest


def _says_2_0(response: bytes) -> bytes:
    message = api.ServerCapabilities.FromString(response)
    message.low_api_version.major, message.low_api_version.minor = 2, 0
    return message.SerializeToString()


def main(address: str) -> None:
    engine = grpc.insecure_channel(address, options=_NO_LIMIT)
    grpc.channel_ready_future(engine).result(timeout=60)
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(_THREADS), options=_NO_LIMIT)
    server.add_generic_rpc_handlers([Forward(engine)])
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    server.start()
    server.wait_for_termination()


if __name__ == "__main__":
    main(sys.argv[1])
