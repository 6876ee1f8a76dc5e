"""A controller manager drives a robot whose wheels are joints of ros2_control."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    share = Path(get_package_share_directory("skidpad"))
    simulator = Node(
        package="skidpad",
        executable="mvsim_node",
        name="mvsim",
        output="screen",
        parameters=[{"world_file": LaunchConfiguration("world_file"), "headless": True}],
    )
    # The manager takes the robot from robot_description, which the simulator publishes.
    manager = Node(
        package="controller_manager",
        executable="ros2_control_node",
        output="screen",
        parameters=[str(share / "params" / "diff_drive.yaml")],
        remappings=[
            ("~/robot_description", "/robot_description"),
            ("/diff_drive_controller/cmd_vel", "/cmd_vel"),
            ("/diff_drive_controller/odom", "/odom"),
        ],
    )
    spawner = Node(
        package="controller_manager",
        executable="spawner",
        arguments=["joint_state_broadcaster", "diff_drive_controller"],
    )
    declared = [
        DeclareLaunchArgument("world_file", description="A world with a vehicle of the controller class ros2_control"),
    ]
    return LaunchDescription([*declared, simulator, manager, spawner])
